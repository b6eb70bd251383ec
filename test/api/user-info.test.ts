import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hideUserInfo } from "../../core/text/user-info.ts";
import { rounds } from "../rounds.ts";

describe("the user info of a text", () => {
  it.each([
    ["a password", "https://bot:hunter2@h/a", "https://(sensitive)@h/a"],
    ["a user alone", "ssh://git@h/a", "ssh://(sensitive)@h/a"],
    ["a password of many characters", `https://u:${"p".repeat(70_000)}@h`, "https://(sensitive)@h"],
    ["an apostrophe", "https://u:it's-live@h", "https://(sensitive)@h"],
    ["an at sign", "https://u:live@tail@h", "https://(sensitive)@h"],
    ["a blank and markup", `https://u:a b<c>"d"@h`, "https://(sensitive)@h"],
    ["a line end", "ht\ntps:/\n/u:a\tb@h", "ht\ntps:/\n/(sensitive)@h"],
    ["backslashes", "https:\\\\u:p@h", "https:\\\\(sensitive)@h"],
    ["one slash", "https:/u:p@h", "https:/(sensitive)@h"],
    ["no slash", "https:u:p@h", "https:(sensitive)@h"],
    ["a scheme with a dot", "a.b://u:p@h, v1.2://u:p@h", "a.b://(sensitive)@h, v1.2://(sensitive)@h"],
    ["a path before it", "settings.https:u:p@h: null", "settings.https:(sensitive)@h: null"],
    ["a scheme with a dot, and a backslash", String.raw`git.https://us\er:p@h`, "git.https://(sensitive)@h"],
    ["no scheme", "//u:p@h", "//(sensitive)@h"],
    [
      "no scheme, and other slashes",
      String.raw`to /\u:p@h, \//u:p@h, {//u:p@h or ///u:p@h`,
      String.raw`to /\(sensitive)@h, \//(sensitive)@h, {//(sensitive)@h or ///(sensitive)@h`,
    ],
    ["slashes that JSON escaped", String.raw`"postgres:\/\/u:p@h\/db"`, String.raw`"postgres:\/\/(sensitive)@h\/db"`],
    ["several hosts, which is no URL", "mongodb://u:p@h:1,i:2/db", "mongodb://(sensitive)@h:1,i:2/db"],
    ["a longer text", "see https://u:p@h/x@y and ftp://x@y", "see https://(sensitive)@h/x@y and ftp://(sensitive)@y"],
    [
      "a URL in a URL",
      "jdbc:postgresql://u:p@h https://h/?to=//u:p@i",
      "jdbc:postgresql://(sensitive)@h https://h/?to=//(sensitive)@i",
    ],
    ["a blank, in a longer text", "no: https://user:p a@h/x", "no: https://(sensitive)@h/x"],
    ["a blank in the user, in a longer text", "no: https://us er@h", "no: https://(sensitive)@h"],
    ["other white space", "no: https://u:a\u00A0b\u2028c\rd@h", "no: https://(sensitive)@h"],
    ["a line end, in a longer text", "no: https://u:pa\n@h/x", "no: https://(sensitive)@h/x"],
    ["a tab between the slashes", "no: https:/\t/u:p@h/x", "no: https:/\t/(sensitive)@h/x"],
    [
      "line ends before the slashes",
      "no: x:\r\n//u:p@h/ https:\n\n\nu:p@h",
      "no: x:\r\n//(sensitive)@h/ https:(sensitive)@h",
    ],
    ["a line end in the scheme", "no: ht\ntps\t:u:p@h", "no: ht\ntps\t:(sensitive)@h"],
    ["a line end before it", "no:\nhttps:u:p@h\n//u:p@h", "no:\nhttps:(sensitive)@h\n//(sensitive)@h"],
    ["a user that begins like a host", "no: https://first.last,live@h/", "no: https://(sensitive)@h/"],
    ["a password that begins like a port", "no: https://first.last:1)a@h/", "no: https://(sensitive)@h/"],
    [
      "a password without a letter or digit before a bracket",
      "no: https://first.last:(a@h/",
      "no: https://(sensitive)@h/",
    ],
    ["quotes around it", `'https://u:it's@h', "https://u:p@h"`, `'https://(sensitive)@h', "https://(sensitive)@h"`],
  ])("is hidden: %s", (_what, text, shown) => {
    expect(hideUserInfo(text)).toBe(shown);
    expect(hideUserInfo(shown)).toBe(shown);
  });

  it.each([
    ["a host before a backslash", String.raw`https://evil.example\@good.example/collect`],
    ["a host before a backslash, and a line end in the scheme", "ht\ntps://evil.example\\v:x@good.example"],
    ["a path, a query and a fragment", "https://h/@a https://h?b@c https://h#d@e"],
    ["a path without a host", "x:///u@h"],
    ["none, or an empty one", "https://@h https://:@h"],
    ["an address of mail", "mailto:me@h, user:p@h"],
    ["an address of mail after a path", "see https://wiki.example/x and mail\nbob@corp.example"],
    ["another value of the same JSON", `{"a":"https://h","b":"me@h","c":'https://h','d':'me@h',<https://h>,<me@h>}`],
    ["a comment", "a // me@h"],
    ["after a host name in HTML", "<script src=https://evil.example>x@good.example/"],
    ["after a host name in a quote without a blank", "<a href='https://evil.example'x@good.example/'>"],
    ["after a host name in Markdown", "[x](https://evil.example)y@good.example/"],
    ["after a host name in CSS", "url(https://evil.example);y@good.example"],
    ["after a host name at the end of a sentence", "See https://a.example. Contact x@y.example."],
    ["after a host name with a port", "see https://a.example:8080, x@y.example"],
  ])("is not %s", (_what, text) => {
    expect(hideUserInfo(text)).toBe(text);
  });

  it("hides no host that would be reached, and shows nothing that the parser takes for user or password", () => {
    const start = fc.constantFrom(
      "https://",
      "http:",
      "ht\ntps:/\\",
      "x://",
      "x:/",
      "ws:\\\\",
      " https:\t//",
      "//",
      "see https://",
    );
    const word = fc.constantFrom(
      "@",
      ":",
      "/",
      "\\",
      "?",
      "#",
      "'",
      '"',
      "<",
      "[",
      " ",
      "\t",
      "\n",
      "%40",
      "é",
      "h",
      "user",
      "https://",
      "x:",
    );
    fc.assert(
      fc.property(start, fc.array(word, { maxLength: 10 }), (before, words) => {
        const text = `${before}${words.join("")}@h`;
        const url = URL.parse(text);
        if (url === null) return;
        const shown = URL.parse(hideUserInfo(text));
        expect(shown?.protocol).toBe(url.protocol);
        expect(shown?.host).toBe(url.host);
        const isHidden = url.username !== "" || url.password !== "";
        expect([shown?.username, shown?.password]).toEqual([isHidden ? "(sensitive)" : "", ""]);
      }),
      { numRuns: rounds({ few: 2_000, all: 200_000 }) },
    );
  });

  it("shows nothing in a longer text that the parser takes for user or password", () => {
    const start = fc.constantFrom("https://", "http:", "ht\ntps:/\\", "x://", "ws:\\\\", "https:\t//", "x:/\n/");
    const word = fc.constantFrom("@", ":", "/", "?", " ", "\t", "\r\n", "\u00A0", "\u2028", "h", "https://", "x:");
    fc.assert(
      fc.property(start, fc.array(word, { maxLength: 8 }), (before, words) => {
        const text = `${before}live-password${words.join("")}@h`;
        const { username = "", password = "" } = URL.parse(text) ?? {};
        fc.pre(`${username}${password}`.includes("live-password"));
        expect(hideUserInfo(`no: ${text}`)).not.toContain("live-password");
      }),
      { numRuns: rounds({ few: 2_000, all: 200_000 }) },
    );
  });

  it.each(["https:", '"https:', "x://", "//", "@", "https://@", "a", "https:u@", ":", "'", " //", "https:\t", "a\n"])(
    "is found in linear time in many %j",
    (part) => {
      const text = `${part.repeat(200_000 / part.length)}@`;
      const began = process.threadCpuUsage();
      hideUserInfo(text);
      const { user } = process.threadCpuUsage(began);
      expect(user / 1000).toBeLessThan(3_000);
    },
  );
});
