import { isIgnored } from "../../core/file/ignored-names.ts";
import { describe, expect, it } from "vitest";
import { declaredDomain, findDomain, hostNameOf } from "../../core/resources/domain.ts";

const find = (name: string, ...live: string[]) =>
  findDomain(
    live.map((each) => ({ name: each })),
    name,
    "domain in project prj_1",
  )?.name;

describe("a domain", () => {
  it("is found by its canonical name, whatever the spelling of either", () => {
    expect(find("www.example.com", "shop.example.com", "WWW.Example.com.")).toBe("WWW.Example.com.");
    expect(find("BÜCHER.example.", "xn--bcher-kva.example")).toBe("xn--bcher-kva.example");
    expect(find("example.com", "www.example.com", "https://www.example.com/")).toBeUndefined();
  });

  it("that is live in several spellings is blocked with all of them", () => {
    expect(() => find("www.example.com", "WWW.Example.com", "www.example.com", "a.example.com")).toThrow(
      expect.objectContaining({ name: "AmbiguousError", ids: ["WWW.Example.com", "www.example.com"] }),
    );
  });

  it("that is live only in another form is blocked, and the message names it", () => {
    for (const shown of [
      "https://www.example.com/",
      "www.example.com:443",
      "www.example.com ",
      "\twww. example.com",
      "www.example.com\0",
      "www.\ud800example.com",
      "www%2Eexample.com",
      "www.example.com..",
      ".www.example.com",
      "www.example.com pending",
      "a.example.com www.example.com",
      "{www.example.com}",
      "<https://www.example.com>.",
      "//www.example.com/",
      "domains/www.example.com",
      '"www.example.com"',
      "www.example.com;",
      "a.example.com,www.example.com",
      "me.you@WWW。example。com。:443",
    ])
      expect(() => find("www.example.com", shown)).toThrow(`the host name ${shown}, which may be www.example.com.`);
    expect(find("www.example.com", "https://www.example.com/", "www.example.com")).toBe("www.example.com");
    for (const shown of [
      "*.www.example.com",
      "_x.www.example.com",
      "a.www.example.com/",
      "{env}.www.example.com",
      "www.example.com.au:80",
    ])
      expect(find("www.example.com", shown)).toBeUndefined();
  });

  it("is found in a long text as fast as in a short one", () => {
    const long = `a${".".repeat(200_000)}x`;
    expect(find("www.example.com", long, `${long}/www.example.com.au`)).toBeUndefined();
  });

  it("has its canonical name as its id; a name without one is compared without case and last dot", () => {
    expect(hostNameOf({ name: "BÜCHER.example." })).toBe("xn--bcher-kva.example");
    expect(hostNameOf({ name: "*.Example.com." })).toBe("*.example.com");
  });

  it("is declared as it is written, and refused with an example if it is no host name", () => {
    for (const name of ["WWW.Example.com.", "BÜCHER.example"]) expect(declaredDomain.parse({ name })).toEqual({ name });
    expect(declaredDomain.safeParse({ name: "localhost" }).error?.message).toContain("www.example.com");
  });
});

it("leaves alone a live host name that is shown with a port, white space or an address", () => {
  for (const name of ["old.example.com:443", " old.example.com", "https://old.example.com/", "OLD.example.com."])
    expect(isIgnored({ domains: ["old.example.com"] }, "domain", hostNameOf({ name }))).toBe(true);
  expect(isIgnored({ domains: ["old.example.com"] }, "domain", "www.old.example.com:443")).toBe(false);
});
