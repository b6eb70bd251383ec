import { expect, it } from "vitest";
import { between } from "../habit.ts";
import { open, requests, seed, www } from "./provider.ts";

it("the status of a domain is read if the create's answer has its name alone", async () => {
  const habit = between({
    answer: (answered, { method, path }) =>
      method === "POST" && path.at(-1) === "domains" ? { ...answered, body: { name: www.name } } : answered,
  });
  await using scene = await open({ seed, between: habit });
  const { outs } = await scene.domain.create(www);
  expect(outs).toMatchObject({ dnsStatus: false, sslStatus: false });
  const sent = requests(scene.emulator);
  const after = sent.slice(sent.findIndex((request) => request.startsWith("POST")) + 1);
  // No list: one that lags would be waited for.
  expect(after).toEqual([expect.stringMatching(new RegExp(`^GET .*/domains/${www.name}$`))]);
});
