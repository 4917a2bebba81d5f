import { describe, expect, it } from "vitest";
import { automaticSign } from "./automatic-mail.ts";
import { mailHeaders } from "./mail-headers.ts";

function signOf(headers: string, sender = "ann@example.org"): string | undefined {
  return automaticSign(mailHeaders(Buffer.from(`${headers}\n\n`)), sender);
}

describe("automaticSign", () => {
  it.each([
    ["Auto-Submitted: auto-replied"],
    ["X-Autoreply: yes"],
    ["Precedence: auto_reply"],
    ["Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
    ["Subject: Out of Office: tea"],
    ["Subject: =?utf-8?Q?R=C3=A9ponse_automatique?= : tea"],
  ])("finds %j", (headers) => {
    expect(signOf(headers)).toBeDefined();
  });

  it("finds the sender of delivery notices", () => {
    expect(signOf("Subject: x", "mailer-daemon@example.org")).toBe(
      "sent by mailer-daemon@example.org",
    );
  });

  it.each([
    ["Auto-Submitted: no"],
    ["Precedence: bulk"],
    ["Precedence: list"],
    ["Subject: Re: the automatic reply that I got"],
  ])("takes %j for a person's mail", (headers) => {
    expect(signOf(headers)).toBeUndefined();
  });
});
