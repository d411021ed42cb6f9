// Measures `fray live` without a browser: for every shipped scenario the time from a change to the first answer and to
// ± 0.25 pt, how soon a newer change ends an older question, and the server's memory after many changes.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");
const FRAY = process.env.FRAY ?? path.join(ROOT, "target/release/fray");
const only = process.argv[2] ?? "";
const CHANGES = Number(process.env.CHANGES ?? 10_000);
const PATIENCE = Number(process.env.PATIENCE ?? 60) * 1000;
const now = () => performance.now();

function serve(folder) {
  const child = spawn(FRAY, ["live", "--no-open", "--port", "0", "--threads", process.env.THREADS ?? "2", folder], { stdio: ["ignore", "pipe", process.env.LOUD ? "inherit" : "ignore"] });
  return new Promise((done) => child.stdout.once("data", (it) => done({ child, address: String(it).trim() })));
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
function post(address, what, body) {
  return new Promise((done, fail) => {
    const request = http.request(address + what, { method: "POST", agent, headers: { "content-type": "application/json" } }, (response) => {
      let text = "";
      response.on("data", (it) => (text += it));
      response.on("end", () => done(text ? JSON.parse(text) : null));
    });
    request.on("error", fail);
    request.end(JSON.stringify(body));
  });
}

/** Calls `heard` with every answer. */
function listen(address, page, heard) {
  const request = http.get(`${address}api/${page}/events`, (response) => {
    let text = "";
    response.on("data", (it) => {
      text += it;
      for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
        const event = text.slice(0, end);
        if (event.startsWith("event: answer")) heard(JSON.parse(event.slice(event.indexOf("data: ") + 6)));
      }
    });
  });
  return () => request.destroy();
}

/** The numbers of a form: path, value and the most that is legal. */
function numbers(html) {
  const fields = html.split('data-path="').slice(1).map((it) => [it.slice(0, it.indexOf('"')), /<input type="number"[^>]*>/.exec(it)?.[0]]);
  const of = (input, name) => Number(new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]);
  return fields.filter(([, input]) => input).map(([path, input]) => ({ path: path.replaceAll("&#34;", '"').replaceAll("&#39;", "'"), value: of(input, "value"), max: of(input, "max") }));
}
const rss = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const configs = path.join(ROOT, "configs");
const games = String(execFileSync(FRAY, ["list", "systems", "--json"]));
const files = readdirSync(configs).filter((game) => games.includes(`"${game}"`)).flatMap((game) => readdirSync(path.join(configs, game)).filter((file) => file.endsWith(".toml")).map((file) => `${game}/${file}`));
const { child, address } = await serve(configs);
console.log("scenario                                form      first    fights   to 0.25 pt     fights   the older ended after");
const olders = [];
for (const file of files.filter((it) => it.includes(only) && /^system/m.test(readFileSync(path.join(configs, it), "utf8")))) {
  const page = file.replace(/[^a-z]/g, "").slice(0, 30);
  const version = { file: `file:${file}`, sets: [] };
  let heard = () => {};
  const end = listen(address, page, (it) => heard(it));
  const ask = async (number, sets, until) => {
    const began = now();
    let first = null;
    const answered = new Promise((done) => {
      const late = setTimeout(() => done({ first, all: null }), PATIENCE);
      heard = (it) => {
        if (it.number !== number) return;
        first ??= { after: now() - began, fights: it.fights, older: it.older_ms };
        if (!until || it.done) (clearTimeout(late), done({ first, all: { after: now() - began, fights: it.fights } }));
      };
    });
    const told = await post(address, `api/${page}/state`, { number, version: { ...version, sets }, pins: [["as it was", version]], seed: 1, sharp: 0.0025 });
    const formed = now() - began;
    if (told.wrong) return { told, first: null };
    return { told, formed, ...(await answered) };
  };
  const { told } = await ask(1, [], false);
  const number = told.wrong ? null : numbers(told.parts.form).find((it) => it.value > 1 && it.value < it.max);
  if (number) {
    const { first, all, formed } = await ask(2, [[number.path, String(number.value + 1)]], true);
    const cell = (it) => (it ? `${it.after.toFixed(0).padStart(6)} ms ${String(it.fights).padStart(9)}` : `over ${PATIENCE / 1000} s`);
    console.log(`${file.padEnd(38)} ${formed.toFixed(0).padStart(5)} ms ${cell(first)} ${cell(all)} ${first.older.toFixed(1).padStart(6)} ms`);
    olders.push(first.older);
  }
  // What cannot be read ends the play of its page: the next scenario has the machine alone.
  await post(address, `api/${page}/state`, { number: 3, version: { ...version, sets: [["no.such.path", "1"]] }, pins: [], seed: 1, sharp: 0.0025 });
  end();
}
console.log(`an older question ended ${Math.max(...olders).toFixed(1)} ms after a newer one at most, in ${olders.length} scenarios`);
if (CHANGES > 0) {
  const version = { file: `file:${files.find((it) => it.includes("duel")) ?? files[0]}`, sets: [] };
  const { parts } = await post(address, "api/many/state", { number: 1, version, pins: [], seed: 1, sharp: 0.0025 });
  const number = numbers(parts.form).find((it) => it.max >= 500);
  const before = rss(child.pid);
  const began = now();
  for (let i = 0; i < CHANGES; i += 1) {
    await post(address, "api/many/state", { number: 2 + i, version: { ...version, sets: [[number.path, String(1 + (i % 500))]] }, pins: [["as it was", version]], seed: 1, sharp: 0.0025 });
  }
  console.log(`${CHANGES} changes in ${((now() - began) / 1000).toFixed(1)} s; memory ${before.toFixed(0)} MiB before, ${rss(child.pid).toFixed(0)} MiB after`);
}
child.kill("SIGINT");
agent.destroy();
