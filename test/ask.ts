/**
 * A request behind the product's back, such as `DELETE /v1/projects/prj_1`: a look at the service, or a change that
 * somebody makes by hand. Gives the answer, and fails on a refusal.
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
  return response.json();
}
