import process from "node:process";
import { Pool } from "undici";

/*
 * The least that a program of Node can do: so many reads over so many connections, each answer parsed, nothing else.
 *
 *   node bench/programs/bare-loop.ts 1306 10
 */

const [requests = 0, connections = 1] = process.argv.slice(2).map(Number);
const { PROJECTSYNC_BASE_URL: url = "", PROJECTSYNC_TOKEN: token = "" } = process.env;
const pool = new Pool(url, { connections });
let left = requests;

async function readOn(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const { body } = await pool.request({
      method: "GET",
      path: "/v1/projects?organization_id=org_1&limit=100",
      headers: { authorization: `Bearer ${token}` },
    });
    await body.json();
  }
}

await Promise.all(Array.from({ length: connections }, readOn));
await pool.close();
