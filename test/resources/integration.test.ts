import { knowledgeOf } from "../../provider/resources/component/knowledge.ts";
import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { lookUp } from "../../provider/resources/catalogue.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { caught, connect } from "../api/connect.ts";
import { startLossyService, writes } from "./lossy-service.ts";
import { lose, openScene } from "./scene.ts";

const address = { projectId: "prj_1" };
const COMPONENTS = "/v1/projects/prj_1/components";
const seed = { projects: [{ organization_id: "org_1", slug: "site" }] };
const secrets = { component: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "secret-token" } };

const open = (options: OpenOptions = {}) => openScene({ seed, ...options });

describe("a component that was integrated", () => {
  it("and is not as declared is not lost: it is returned with what the service did not accept", async () => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer) => ({ ...Object(answer), active: true, component_version: "1.0.0" }),
    );
    const declared = { component: "edgee/ga4", version: "1.2.0", active: false };
    const made = await componentKind().ensure(connect(service), address, declared, undefined);
    expect(made).toMatchObject({
      live: { id: "pc_1", component_version: "1.0.0" },
      notes: [],
      incomplete: { name: "NotAsDeclaredError", cause: { name: "NotAcceptedError", fields: ["version", "active"] } },
    });
    const { message = "", cause } = made.incomplete ?? {};
    expect(message).toContain("component edgee/ga4 in project prj_1 was integrated as pc_1");
    expect(message).toContain(String(cause instanceof Error && cause.message));
    expect(writes(service.emulator)).toHaveLength(1);
  });

  it("is as declared if the answer leaves out what was sent", async () => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer, { method }) => (method === "POST" ? { id: "pc_1" } : answer),
    );
    const declared = { component: "edgee/ga4", version: "1.0.0", active: false, settings: { measurement_id: "G-1" } };
    const made = await componentKind().ensure(connect(service), address, declared, undefined);
    expect(made.incomplete).toBeUndefined();
  });

  it("is as declared although its secret is not shown, whether or not the catalogue calls it a secret", async () => {
    await using scene = await open({ habits: { secrets: { as: "omitted" } } });
    const entry = await lookUp(scene.client, "edgee/meta-capi");
    const made = await componentKind(knowledgeOf(entry)).ensure(scene.client, address, secrets, undefined);
    expect(made.live.settings).toEqual({ pixel_id: "1" });
    expect(made.incomplete).toBeUndefined();

    await componentKind().remove(scene.client, address, made.live.id);
    const unknown = await componentKind().ensure(scene.client, address, secrets, undefined);
    expect(unknown.incomplete).toBeUndefined();
  });

  it.each([
    ["is no secret, and comes back with no other either", null, ["settings.pixel_id"]],
    ["is no secret, and does not come back", { access_token: "secret-token" }, ["settings.pixel_id"]],
    ["is no secret, and comes back as another", { access_token: "secret-token", pixel_id: "2" }, ["settings.pixel_id"]],
  ])("is not as declared if a setting %s", async (_what, settings, fields) => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer, { path }) => (path.startsWith(COMPONENTS) ? { ...Object(answer), settings } : answer),
    );
    const client = connect(service);
    const entry = await lookUp(client, "edgee/meta-capi");
    const made = await componentKind(knowledgeOf(entry)).ensure(client, address, secrets, undefined);
    expect(made.incomplete).toMatchObject({ cause: { fields } });
  });
});

describe("a new component whose secret comes back in another form", () => {
  it.each([
    ["is as declared if that is a mask", "secr********", undefined],
    ["is as declared if that is nothing", undefined, undefined],
    [
      "is not as declared if that may be another secret",
      "other",
      expect.objectContaining({ fields: ["settings.access_token"] }),
    ],
  ])("%s", async (_what, shown, incomplete) => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer, { path }) =>
        path.startsWith(COMPONENTS) ? { ...Object(answer), settings: { access_token: shown, pixel_id: "1" } } : answer,
    );
    const client = connect(service);
    const entry = await lookUp(client, "edgee/meta-capi");
    const made = await componentKind(knowledgeOf(entry)).ensure(client, address, secrets, undefined);
    expect(made.incomplete?.cause).toEqual(incomplete);
    expect(made.notes).toEqual([]);
  });
});

describe("a component whose integration got no answer", () => {
  const theirs = { component_slug: "edgee/ga4", component_version: "1.0.0", settings: { measurement_id: "G-9" } };
  const ours = { component: "edgee/ga4", version: "1.2.0", settings: { measurement_id: "G-1" } };

  it("is searched for in its project; then its outcome is unknown, with what to do", async () => {
    await using scene = await open({ faults: lose("before", COMPONENTS) });
    const error = await caught(componentKind().ensure(scene.client, address, ours, undefined));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toContain("the integration of component edgee/ga4 in project prj_1");
    expect(error.message).toContain("Run plan or pulumi refresh: it reads the service");
    expect(writes(scene.emulator)).toHaveLength(1);
  });

  it("is unknown if there are several, with their ids, and none is touched", async () => {
    await using scene = await open({ faults: { service: { duplicateComponents: true } } });
    await scene.client.components.create("prj_1", theirs);
    await scene.client.components.create("prj_1", theirs);
    scene.emulator.reset();
    scene.emulator.setFaults(lose("before", COMPONENTS));
    const error = await caught(componentKind().ensure(scene.client, address, ours, undefined));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toContain("2 now: pc_2, pc_1.");
    expect(error).toMatchObject({ cause: { cause: { call: { method: "POST" } } } });
    expect(scene.log().map((line) => line.split(" ")[1])).toEqual(["POST", "GET"]);
  });

  it("gets the declared fields if somebody else's was adopted, with both notes", async () => {
    await using scene = await open();
    await scene.client.components.create("prj_1", theirs);
    scene.emulator.setFaults({
      faults: [
        ...(lose("before", COMPONENTS).faults ?? []),
        { method: "POST", path: `${COMPONENTS}/pc_1`, fault: { kind: "html", handled: true } },
      ],
    });
    const made = await componentKind().ensure(scene.client, address, ours, undefined);
    expect(made).toMatchObject({
      live: { id: "pc_1", component_version: "1.2.0", settings: { measurement_id: "G-1" } },
      adopted: true,
      notes: [expect.stringContaining("pc_1 was found and adopted"), expect.stringContaining("read back")],
    });
    expect(made.incomplete).toBeUndefined();
    expect(await scene.client.components.get("prj_1", "pc_1")).toMatchObject({ component_version: "1.2.0" });
  });

  it("is returned with the error if it was adopted and cannot be converged", async () => {
    await using scene = await open();
    await scene.client.components.create("prj_1", theirs);
    const forbidden = { error: { type: "forbidden_error", message: "no" } };
    const faults: FaultSchedule["faults"] = [
      ...(lose("before", COMPONENTS).faults ?? []),
      { method: "POST", path: `${COMPONENTS}/pc_1`, fault: { kind: "answer", status: 403, body: forbidden } },
    ];
    scene.emulator.setFaults({ faults });
    const made = await componentKind().ensure(scene.client, address, ours, undefined);
    expect(made).toMatchObject({
      live: { id: "pc_1", component_version: "1.0.0" },
      adopted: true,
      notes: [expect.stringContaining("pc_1 was found and adopted")],
      incomplete: { name: "NotAsDeclaredError", cause: { status: 403 } },
    });
  });
});
