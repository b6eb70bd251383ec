import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "../../../provider/resources/catalogue.ts";
import { assessComponent } from "../../../provider/resources/component/assess.ts";
import { knowledgeOf } from "../../../provider/resources/component/knowledge.ts";

const entry: CatalogueEntry = {
  status: "found",
  slug: "acme/box",
  component: {
    latest_version: "2",
    versions: {
      "1": { dynamic_fields: [{ name: "token", type: "string", required: true, secret: true }] },
      "2": {
        dynamic_fields: [
          { name: "token", type: "string", required: true, secret: true },
          { name: "region", type: "string", required: false },
        ],
      },
    },
  },
};
const knowledge = knowledgeOf(entry);
const none: ReadonlySet<string> = new Set();
const live = { id: "pc_1", component_slug: "acme/box", component_version: "2", settings: { region: "eu" } };

describe("assessing a component", () => {
  it("resolves latest, and has no changes to compare if nothing is live", () => {
    const written = { component: "acme/box", version: "latest", settings: { token: "test-token" } };
    expect(assessComponent(written, undefined, knowledge, {}, none)).toEqual({
      declared: { component: "acme/box", version: "2", settings: { token: "test-token" } },
      changes: undefined,
      findings: [],
      atRisk: [],
    });
  });

  it("leaves out a version that is not declared, and latest if the catalogue does not say which one it is", () => {
    const unknown = knowledgeOf({ status: "unavailable", slug: "acme/box", reason: "403" });
    expect(assessComponent({ component: "acme/box" }, live, knowledge, {}, none).declared).toEqual({
      component: "acme/box",
    });
    const latest = { component: "acme/box", version: "latest" };
    expect(assessComponent(latest, live, unknown, {}, none).declared).toEqual({ component: "acme/box" });
  });

  it("lists hidden secrets that the change of another setting could lose", () => {
    const written = { component: "acme/box", settings: { region: "us" } };
    const { changes, atRisk } = assessComponent(written, live, knowledge, {}, none);
    expect(changes).toEqual([{ path: "settings.region", from: "eu", to: "us", replace: false }]);
    expect(atRisk).toEqual(["token"]);
  });

  it("risks no secret if no setting changes, or if the secret is declared", () => {
    const stopped = { component: "acme/box", active: false, settings: { region: "eu" } };
    expect(assessComponent(stopped, live, knowledge, {}, none).atRisk).toEqual([]);
    const whole = { component: "acme/box", settings: { region: "us", token: "test-token" } };
    expect(assessComponent(whole, live, knowledge, {}, none).atRisk).toEqual([]);
  });

  it("says what the catalogue has against it, but not about settings whose values are pending", () => {
    const written = { component: "acme/box", version: "2", settings: { regoin: "eu" } };
    const { findings } = assessComponent(written, undefined, knowledge, {}, none);
    expect(findings.map(({ setting }) => setting)).toEqual(["regoin", "token"]);
    const pending = assessComponent(
      { component: "acme/box", version: "2" },
      undefined,
      knowledge,
      {},
      new Set(["token"]),
    );
    expect(pending.findings).toEqual([]);
  });
});
