import { messageOf } from "../../foundation/index.ts";
import { htmlText } from "../html-text.ts";
import { type FileContent, type FileFault, fault } from "./file-content.ts";

/** Most bytes that a Word file may hold once it is unpacked. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const PROPERTIES = "docProps/core.xml";

/** Reads a Word file (.docx): its paragraphs; title, author and date of creation as it says. */
export async function readWordFile(bytes: Uint8Array): Promise<FileContent | FileFault> {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return fault("encrypted", "locked with a password, or in the format of Word before 2007");
  }
  if (!startsWith(bytes, [0x50, 0x4b])) return fault("damaged", "not a Word file: it is no zip");
  try {
    const properties = await propertiesOf(bytes);
    if ("fault" in properties) return properties;
    const { default: mammoth } = await import("mammoth");
    // Not extractRawText, which joins the words at both sides of a line break.
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: "" })) },
    );
    return { ...properties, text: await htmlText(value, { keepsSpaces: true }) };
  } catch (cause) {
    return fault("damaged", `not a Word file, or a damaged one: ${messageOf(cause)}`);
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

type Properties = Pick<FileContent, "title" | "softwareAuthor" | "date">;

async function propertiesOf(bytes: Uint8Array): Promise<Properties | FileFault> {
  const { strFromU8, unzipSync } = await import("fflate");
  let unpackedBytes = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpackedBytes += originalSize;
      return name === PROPERTIES && originalSize < 1024 * 1024;
    },
  });
  if (unpackedBytes > MAX_UNPACKED_BYTES) {
    return fault("too-large", `unpacks to ${Math.round(unpackedBytes / 2 ** 20)} MiB`);
  }
  const xml = files[PROPERTIES];
  if (xml === undefined) return {};
  const { DOMParser } = await import("linkedom");
  const core = new DOMParser().parseFromString(strFromU8(xml), "text/xml");
  const read = (name: string): string | undefined =>
    core.getElementsByTagName(name)[0]?.textContent?.trim() || undefined;
  return {
    title: read("dc:title"),
    softwareAuthor: read("dc:creator"),
    date: read("dcterms:created") ?? read("dcterms:modified"),
  };
}
