/**
 * Sends a request that does not come from the product, such as `DELETE /v1/projects/prj_1`: a test reads the service, or
 * changes it as a user does by hand. Returns the answer, `undefined` if it has no body. Throws on a refusal.
 */
export async function ask(
  { url, token }: { readonly url: string; readonly token: string },
  request: string,
  body?: unknown,
): Promise<unknown> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${request}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}
