// Connects pages with the program that owns the list. This server does not interpret the list: it only passes bytes on.
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = spawn(join(root, "build/bin/diffable"), [join(here, "list.lua")], {
  stdio: ["pipe", "pipe", "inherit"],
});
program.on("exit", (code) => process.exit(code ?? 1));

// The answers arrive in the order of the requests.
const waiting = [];
createInterface({ input: program.stdout }).on("line", (line) => waiting.shift()(line));
function ask(request) {
  program.stdin.write(`${request}\n`);
  return new Promise((done) => waiting.push(done));
}

// The open connections, each with the version of the list that its page has.
const connections = new Map();

async function send(response) {
  const version = connections.get(response);
  if (version === undefined) return;
  const [next, hex] = (await ask(`message ${version}`)).split(" ");
  // Meanwhile, another message may have been sent on this connection.
  if (connections.get(response) !== version) return void send(response);
  if (hex === "") return;
  connections.set(response, next);
  // When the browser reconnects after an interruption, it sends the last id in the header `last-event-id`.
  response.write(`id: ${next}\ndata: ${Buffer.from(hex, "hex").toString("base64")}\n\n`);
}

function follow(request, response, url) {
  const version = request.headers["last-event-id"] ?? url.searchParams.get("version");
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write("retry: 1000\n\n");
  connections.set(response, /^[0-9a-f]{32}$/.test(version) ? version : "none");
  response.on("close", () => connections.delete(response));
  send(response);
}

async function edit(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 1_000_000) return response.writeHead(413, { connection: "close" }).end();
    chunks.push(chunk);
  }
  const answer = await ask(`edit ${Buffer.concat(chunks).toString("hex")}`);
  response.writeHead(answer === "OK" ? 204 : answer === "WRONG_VERSION" ? 409 : 400).end();
  if (answer === "OK") for (const each of connections.keys()) send(each);
}

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };
const folders = [
  ["/diffable/", join(root, "build/web")],
  ["/", here],
];

function sendFile(path, response) {
  const [prefix, folder] = folders.find(([prefix]) => path.startsWith(prefix));
  const name = normalize(path.slice(prefix.length - 1));
  const type = types[extname(name)];
  if (type === undefined) return response.writeHead(404).end();
  createReadStream(join(folder, name))
    .on("error", () => response.writeHead(404).end())
    .once("open", () => response.writeHead(200, { "content-type": type }))
    .pipe(response);
}

async function respond(request, response) {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/list" && request.method === "POST") return edit(request, response);
  if (url.pathname === "/list") return follow(request, response, url);
  if (url.pathname === "/version") return response.end((await ask("message none")).split(" ")[0]);
  sendFile(url.pathname === "/" ? "/index.html" : url.pathname, response);
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => {
    // The address was not valid, or the page was closed while it sent a patch. The server goes on for the other pages.
    if (response.headersSent) response.destroy();
    else response.writeHead(400).end();
  });
});
server.listen(Number(process.env.PORT ?? 8000), "127.0.0.1", () =>
  console.log(`http://localhost:${server.address().port}`),
);
