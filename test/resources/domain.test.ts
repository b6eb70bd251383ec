import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { isConflict } from "../../provider/api/errors.ts";
import { declaredDomain, domainKind } from "../../provider/resources/domain.ts";
import { joinedLists } from "../../provider/resources/lists.ts";
import { caught, connect } from "../api/connect.ts";
import { html, json, startFaultServer } from "../api/fault-server.ts";
import { startLossyService, writes } from "./lossy-service.ts";

const address = { projectId: "prj_1" };
const seed = {
  projects: [
    { organization_id: "org_1", slug: "site", domains: [{ name: "www.example.com" }] },
    { organization_id: "org_1", slug: "other", domains: [{ name: "shop.example.com" }] },
  ],
};

describe("a domain", () => {
  it("is found, compared and attached in its canonical form", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const found = await domainKind.find(joinedLists(client), address, { name: "WWW.Example.com." });
    expect(found).toMatchObject({ name: "www.example.com" });
    expect(found && domainKind.compare({ name: "WWW.Example.com." }, found)).toEqual([]);
    await domainKind.ensure(client, address, { name: "BÜCHER.example." }, undefined);
    expect(writes(emulator)).toEqual([
      { line: "POST /v1/projects/prj_1/domains", body: { name: "xn--bcher-kva.example" }, status: 200 },
    ]);
  });

  it("of the service is converted to its canonical form too", async () => {
    const data = [{ name: "WWW.Example.com" }, { name: "*.example.com" }];
    await using server = await startFaultServer((response) => json(response, 200, { data }));
    const lists = joinedLists(connect(server));
    const found = await domainKind.find(lists, address, { name: "www.example.com" });
    expect(found && domainKind.idOf(found)).toBe("www.example.com");
    expect(domainKind.idOf({ name: "*.example.com" })).toBe("*.example.com");
  });

  it("is never one of several: the error lists their names", async () => {
    const data = [{ name: "WWW.Example.com" }, { name: "www.example.com" }, { name: "shop.example.com" }];
    await using server = await startFaultServer((response) => json(response, 200, { data }));
    const error = await caught(domainKind.find(joinedLists(connect(server)), address, { name: "www.example.com" }));
    expect(error).toMatchObject({ name: "AmbiguousError", ids: ["WWW.Example.com", "www.example.com"] });
    expect(error.message).toContain("www.example.com in project prj_1");
  });

  it("that is live in another form is not attached again: the error names it", async () => {
    const data = [{ name: "https://www.example.com/" }, { name: "www.example.com:443" }];
    await using server = await startFaultServer((response) => json(response, 200, { data }));
    const find = (name: string) => domainKind.find(joinedLists(connect(server)), address, { name });
    expect((await caught(find("www.example.com"))).message).toContain("https://www.example.com/, which may be www.");
    expect(await find("example.com")).toBeUndefined();
  });

  it("has its canonical name as its id", () => {
    expect(domainKind.idFromKey({ name: "BÜCHER.example." })).toBe("xn--bcher-kva.example");
  });

  it("that is attached costs no write", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const live = await client.domains.get("prj_1", "www.example.com");
    expect(await domainKind.ensure(client, address, { name: "www.example.com" }, live)).toEqual({ live, notes: [] });
    expect(writes(emulator)).toEqual([]);
  });

  it("with another name is another domain", () => {
    expect(domainKind.compare({ name: "a.example.com" }, { name: "b.example.com" })).toEqual([
      { path: "name", from: "b.example.com", to: "a.example.com", replace: true },
    ]);
  });

  it("that another project has is a conflict: nothing is detached", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const error = await caught(domainKind.ensure(client, address, { name: "shop.example.com" }, undefined));
    expect(isConflict(error)).toBe(true);
    expect(emulator.requests().map(({ method }) => method)).toEqual(["POST"]);
    expect(await client.domains.list("prj_2")).toMatchObject([{ name: "shop.example.com" }]);
  });

  it.each(["after", "before"] as const)(
    "whose attachment got no answer (%s it took effect) is settled by reading it",
    async (loss) => {
      await using service = await startLossyService({ seed }, ({ method }) => (method === "POST" ? loss : undefined));
      const outcome = await domainKind.ensure(connect(service), address, { name: "New.example.com" }, undefined).then(
        ({ live }) => live.name,
        (error: unknown) => error instanceof Error && error.name,
      );
      expect(outcome).toBe(loss === "after" ? "new.example.com" : "OutcomeUnknownError");
      expect(writes(service.emulator)).toHaveLength(loss === "after" ? 1 : 0);
    },
  );

  it("is gone if its project answers and does not have it", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    expect(await domainKind.read(client, address, "gone.example.com")).toBeUndefined();
    expect(await domainKind.read(client, address, "www.example.com")).toMatchObject({ ssl_status: false });
    const elsewhere = domainKind.read(client, { projectId: "prj_9" }, "www.example.com");
    expect(await caught(elsewhere)).toMatchObject({ type: "not_found_error" });
  });

  it("is not gone because of a page of HTML", async () => {
    await using server = await startFaultServer((response) => html(response, 404));
    expect(await caught(domainKind.read(connect(server), address, "www.example.com"))).toMatchObject({ status: 404 });
    const removal = await caught(domainKind.remove(connect(server), address, "www.example.com"));
    expect(removal).toMatchObject({ name: "OutcomeUnknownError", cause: { status: 404 } });
  });

  it("is removed twice without an error", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    await domainKind.remove(client, address, "www.example.com");
    await domainKind.remove(client, address, "www.example.com");
    expect(writes(emulator).map(({ status }) => status)).toEqual([200, 404]);
  });

  it.each([["www.example.com"], ["WWW.Example.com."], ["BÜCHER.example"]])("may be declared as %j", (name) => {
    expect(declaredDomain.parse({ name })).toEqual({ name });
  });

  it.each([["localhost"], ["a/b.com"], ["*.example.com"], ["https://example.com"], [""]])(
    "may not be declared as %j",
    (name) => {
      expect(declaredDomain.safeParse({ name }).success).toBe(false);
    },
  );
});
