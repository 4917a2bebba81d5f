import iconv from "iconv-lite";

/** Turns the bytes of one encoding into text, piece by piece. */
export interface StreamDecoder {
  /** The text of some more bytes; a character cut in two is kept for the next call. */
  decode(bytes: Uint8Array): string;
  /** The text of what is left. */
  end(): string;
}

// Not encodings of text, though iconv-lite knows them; UTF-7 is one, but a way to smuggle text past
// a reader that looks at bytes (RFC 5322 mail is never written in it today).
const NOT_TEXT: ReadonlySet<string> = new Set(["base64", "hex", "binary", "utf7", "utf7imap"]);

/**
 * A decoder for an encoding's name as files and mails give it. Names mean what the WHATWG standard
 * says: `us-ascii` and `iso-8859-1` are windows-1252, because those who write the former on their
 * texts mean the latter.
 *
 * @param label - A name such as `utf-8`, `ISO-8859-15`, `cp437`, in any case.
 * @returns The decoder, or `undefined` for an unknown name.
 */
export function decoderFor(label: string): StreamDecoder | undefined {
  const name = label.trim().toLowerCase();
  try {
    const decoder = new TextDecoder(name, { ignoreBOM: false });
    return {
      decode: (bytes) => decoder.decode(bytes, { stream: true }),
      end: () => decoder.decode(),
    };
  } catch {
    return iconvDecoder(name);
  }
}

function iconvDecoder(name: string): StreamDecoder | undefined {
  if (NOT_TEXT.has(name.replaceAll(/[^a-z0-9]/g, "")) || !iconv.encodingExists(name)) {
    return undefined;
  }
  const decoder = iconv.getDecoder(name);
  return {
    decode: (bytes) => decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    end: () => decoder.end() ?? "",
  };
}

/** All bytes at once, or `undefined` for an unknown encoding. */
export function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  const decoder = decoderFor(label);
  return decoder && decoder.decode(bytes) + decoder.end();
}

/** The text with line feeds only. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}
