import { describe, expect, it } from "vitest";
import { readEndpoint } from "./endpoint.ts";

describe("readEndpoint", () => {
  it("joins paths to the base URL, with its query and without its final slash", () => {
    const endpoint = readEndpoint({ baseUrl: "https://host.example/api/v1/?api-version=2026" });
    expect(endpoint.shownUrl).toBe("https://host.example/api/v1");
    expect(endpoint.urlOf("/embeddings")).toBe(
      "https://host.example/api/v1/embeddings?api-version=2026",
    );
    expect(endpoint.urlBesideVersion("/tokenize")).toBe(
      "https://host.example/api/tokenize?api-version=2026",
    );
    expect(endpoint.headers).toEqual({});
  });

  it("sends the key, else user and password, and shows neither", () => {
    const baseUrl = "https://ann:p%40ssword@host.example/v1";
    const withKey = readEndpoint({ baseUrl, apiKey: "sk-canary" });
    expect(withKey.headers).toEqual({ authorization: "Bearer sk-canary" });
    const withPassword = readEndpoint({ baseUrl });
    // base64 of ann:p@ssword
    expect(withPassword.headers).toEqual({ authorization: "Basic YW5uOnBAc3N3b3Jk" });
    expect(withPassword.shownUrl).toBe("https://host.example/v1");
    expect(withPassword.urlOf("")).toBe("https://host.example/v1");
  });

  it("blots out every secret, the longer ones first", () => {
    const { hide } = readEndpoint({
      baseUrl: "https://ann:p%40ssword@host.example/v1?key=query-canary&x=1",
      apiKey: "sk-canary-longer",
    });
    expect(
      hide("sk-canary-longer p@ssword p%40ssword query-canary key=query-canary&x=1 ann 1"),
    ).toBe("*** *** *** *** *** ann 1");
  });

  it.each([
    ["http://localhost:11434/v1", false],
    ["http://127.0.0.1:8000/v1", false],
    ["http://[::1]:8000/v1", false],
    ["http://models.localhost/v1", false],
    ["http://192.168.1.7:8000/v1", true],
    ["https://localhost.example/v1", true],
  ])("knows whether %s is another machine: %s", (baseUrl, remote) => {
    expect(readEndpoint({ baseUrl }).remote).toBe(remote);
  });

  it.each([
    { baseUrl: "canary-host:8000/v1" },
    { baseUrl: "sk-canary" },
    { baseUrl: "ftp://canary.example/v1" },
    { baseUrl: "https://host.example/v1", apiKey: "" },
    { baseUrl: "https://host.example/v1", apiKey: "sk-canary\n" },
    { baseUrl: "https://host.example/v1", apiKey: "sk canary" },
    { baseUrl: "https://host.example/v1", apiKey: "sk-canary–" },
  ])("refuses %o without showing it", (options) => {
    expect(() => readEndpoint(options)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.not.stringContaining("canary"),
      }),
    );
  });
});
