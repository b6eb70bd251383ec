import { describe, expect, it } from "vitest";
import { component, good, problemsOf, PROJECT } from "./load.ts";

const project = (...lines: string[]): string => PROJECT + lines.map((line) => `  ${line}\n`).join("");

describe("ignore", () => {
  it("takes globs of components and domains", () => {
    expect(good(`${PROJECT}ignore: { domains: ["pr-*.preview.example.com", b.example.com] }\n`).ignore).toEqual({
      domains: ["pr-*.preview.example.com", "b.example.com"],
    });
    expect(good(PROJECT).ignore).toEqual({});
  });

  it.each([
    ["domains", "*", "5:21"],
    ["domains", "**", "5:21"],
    ["domains", "*.*", "5:21"],
    ["domains", "?*", "5:21"],
    ["components", "*/*", "5:24"],
    ["components", "{a,*}", "5:24"],
  ])("refuses a glob that matches everything: %s %s", (section, glob, position) => {
    const example = section === "domains" ? "pr-*.preview.example.com" : "acme/*";
    expect(problemsOf(`${PROJECT}ignore: { ${section}: ["${glob}"] }\n`)).toEqual([
      `${position}: error: ignore.${section}[0]: would ignore every ${section.slice(0, -1)}; name those to ignore, such as ${example}`,
    ]);
  });

  it.each(["*a*b*c*.example.com", "bücher.*", "(a|b).example.com", "+(a).example.com", "a b"])(
    "refuses what is no plain glob: %j",
    (glob) => {
      expect(problemsOf(`${PROJECT}ignore: { domains: ["${glob}"] }\n`)).toEqual([
        expect.stringContaining("5:21: error: ignore.domains[0]: must be a glob of letters, digits and"),
      ]);
    },
  );

  it.each(["", "a".repeat(301)])("refuses too few or too many characters", (glob) => {
    expect(problemsOf(`${PROJECT}ignore: { domains: ["${glob}"] }\n`)).toEqual([
      expect.stringMatching(/^5:21: error: ignore\.domains\[0\]: /),
    ]);
  });

  it("takes no variables: what is left alone is seen in the file", () => {
    expect(problemsOf(`${PROJECT}ignore: { domains: [{ env: GLOB }] }\n`)).toEqual([
      expect.stringContaining("5:21: error: ignore.domains[0]: must be text"),
    ]);
  });
});

describe("addresses", () => {
  it.each(["example.com", "10.0.0", "10.0.0.0/33", "10.0.0.0/08", "fe80::1%eth0"])("may not be %s", (text) => {
    expect(problemsOf(project(`trusted_ips: ["${text}"]`))).toEqual([
      "5:17: error: project.trusted_ips[0]: must be an IP address such as 203.0.113.7 or a network such as 203.0.113.0/24; " +
        `got "${text}"`,
    ]);
  });

  it.each<[what: string, text: string]>([
    [
      "blocked addresses alone",
      project(
        "blocked_ips: [203.0.113.7, 10.0.0.0/8, '2001:db8::/128', '::ffff:203.0.113.7', '1:2:3:4:5:6:7::']",
        "trusted_ips: []",
        "password_protection: false",
      ),
    ],
    [
      "trusted addresses and a password",
      project("blocked_ips: []", "trusted_ips: [10.0.0.0/0]", "password_protection: true"),
    ],
    ["a bracket that is no expression", project("override_cache: [{ path: '[' }, { path: '[', regex: false }]")],
    ["an expression that JavaScript compiles", project("proxy_only_path_regex: '^/(?<x>a|b)*$'")],
    ["cache rules without ranks", project("override_cache: [{ path: /a }, { path: /b }]")],
  ])("accepts %s", (_what, text) => expect(problemsOf(text)).toEqual([]));
});

describe("a file that contradicts itself", () => {
  it.each<[text: string, expected: string]>([
    [project("absent: true", "protect: true"), "5:11: error: project.absent: contradicts `protect: true`"],
    [
      component("  a/b: { absent: true, protect: true }\n"),
      "6:18: error: components.a/b.absent: contradicts `protect: true`",
    ],
    [
      `${PROJECT}domains: [{ name: a.example.com, absent: true, protect: true }]\n`,
      "5:42: error: domains[0].absent: contradicts",
    ],
    [project("absent: true", "must_exist: true"), "6:15: error: project.must_exist: contradicts `absent: true`"],
    [
      `${project("absent: true")}components:\n  a/b: {}\n  a/c: { absent: true }\n`,
      "7:3: error: components.a/b: the project is absent; add `absent: true` here too, or remove this",
    ],
    [`${project("absent: true")}domains:\n  - a.example.com\n`, "7:5: error: domains[0]: the project is absent"],
    [
      project("previous_slug: site"),
      "5:18: error: project.previous_slug: same as slug; write the slug that the project had before, or remove the line",
    ],
    [
      `${PROJECT}domains:\n  - bücher.example\n  - { name: XN--BCHER-KVA.example., absent: true }\n`,
      "7:13: error: domains[1].name: duplicate host name, same as domains[0] at 6:5; remove one of them",
    ],
    [
      project("cache: true", "extra: { cache: false }"),
      "6:12: error: project.extra.cache: already declared as cache; remove it from extra",
    ],
    [
      component("  a/b: { version: '1', extra: { component_version: '2' } }\n"),
      "6:33: error: components.a/b.extra.component_version: already declared as version; remove it from extra",
    ],
    [project("extra: { created_at: x }"), "5:12: error: project.extra.created_at: the service sets it, so remove it"],
  ])("is refused: %j", (text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(expected)]);
  });

  it("has a warning if extra holds a field that this version knows", () => {
    expect(problemsOf(project("extra: { cache: false }"))).toEqual([
      "5:12: warning: project.extra.cache: this version knows the field; move it out of extra, as cache",
    ]);
  });
});
