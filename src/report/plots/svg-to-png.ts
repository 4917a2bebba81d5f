import { createRequire } from "node:module";

const FONT = "@expo-google-fonts/didact-gothic/400Regular/DidactGothic_400Regular.ttf";

/**
 * Turns an SVG file into a PNG picture of twice its size. Latin, Greek and Cyrillic texts are set in a
 * font that comes with Longhand, others in whatever the machine has.
 *
 * @param svg - SVG source with concrete colours.
 * @returns The bytes of the picture.
 */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  // A native library: loaded only where a picture is wanted.
  const { Resvg } = await import("@resvg/resvg-js");
  const fontFile = createRequire(import.meta.url).resolve(FONT);
  const picture = new Resvg(svg, {
    fitTo: { mode: "zoom", value: 2 },
    font: {
      fontFiles: [fontFile],
      loadSystemFonts: true,
      defaultFontFamily: "Didact Gothic",
      sansSerifFamily: "Didact Gothic",
    },
  }).render();
  return picture.asPng();
}
