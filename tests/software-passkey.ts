import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Where a passkey is used. */
export interface PasskeyPlace {
  /** Origin of the page. */
  readonly origin: string;
  /** Name of the host that the passkey belongs to. */
  readonly host: string;
}

/** An authenticator in software, as a browser shows it to a page: ES256, always with user verification. */
export interface SoftwarePasskey {
  /** Answers a challenge to make a passkey. */
  readonly register: (challenge: string, place: PasskeyPlace) => object;
  /** Answers a challenge to sign in. */
  readonly signIn: (challenge: string, place: PasskeyPlace) => object;
}

/** Present, verified, and for a registration with the key attached. */
const PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

/** Makes an authenticator with one key. */
export function softwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let counter = 0;
  const common = { id: id.toString("base64url"), rawId: id.toString("base64url") };
  const answer = (response: object): object => ({
    ...common,
    type: "public-key",
    response,
    clientExtensionResults: {},
  });
  return {
    register: (challenge, { origin, host }) => {
      const key = coseKey(publicKey);
      const attached = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key]);
      const authData = Buffer.concat([
        head(host, PRESENT_AND_VERIFIED | WITH_KEY, ++counter),
        attached,
      ]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      return answer({
        clientDataJSON: clientData("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      });
    },
    signIn: (challenge, { origin, host }) => {
      const client = clientData("webauthn.get", challenge, origin);
      const authData = head(host, PRESENT_AND_VERIFIED, ++counter);
      const signed = Buffer.concat([authData, sha256(client)]);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function head(host: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(host)), Buffer.from([flags]), count]);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** RFC 9053: an EC2 key (kty 2) for ES256 (alg -7) on P-256 (crv 1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

/** As much of RFC 8949 as passkeys need: whole numbers, texts, bytes, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? start(1, -1 - value) : start(0, value);
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([start(3, text.length), text]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([start(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([start(5, entries.length), ...entries.flat().map(cbor)]);
}

function start(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(size)]);
}
