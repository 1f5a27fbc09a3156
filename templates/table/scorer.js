// Scores deals on the phone: the site's own engine, run by Pyodide. A page starts it as a worker and
// sends it questions; what they are and what it answers is said in games/phone_scorer.py.
"use strict";
const FILES = {{ files|safe }};

// Pyodide asks for its files by their plain names
const fetchFile = self.fetch.bind(self);
self.fetch = (what, ...more) => {
  const name = new URL(what.url ?? what, location.href).pathname.split("/").pop();
  return fetchFile(FILES[name] ?? what, ...more);
};
importScripts(FILES["pyodide.asm.js"], FILES["pyodide.js"]);

async function begin() {
  const python = await self.loadPyodide({ indexURL: `${location.origin}/` });
  const archive = await (await self.fetch("phone-scorer.zip")).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/scorer" });
  python.runPython("import sys; sys.path.insert(0, '/scorer')");
  const scorer = python.pyimport("games.phone_scorer");
  return (question) => scorer.scored(question, "/scorer");
}

const ready = begin();
self.addEventListener("message", async ({ data: { id, question } }) => {
  try {
    const score = await ready;
    postMessage({ id, answer: JSON.parse(score(question)) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
