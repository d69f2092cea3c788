// Web worker: forwards messages to the wasm engine (crates/worker).
import init, { answer, load_network } from "ENGINE_SCRIPT";
const ready = init({ module_or_path: "ENGINE_WASM" });
// Networks that evaluate positions, by game.
const NETWORKS = ["NETWORKS"];
const loading = {};

/** Fetches the network of a game once. Without it, the engine evaluates by hand, the page is told, and the next search
    tries again. */
function network(game) {
  const load = async () => {
    const response = await fetch(NETWORKS[game]);
    const file = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || !load_network(file)) throw new Error(response.status);
  };
  const fail = () => {
    delete loading[game];
    postMessage("weak");
  };
  return NETWORKS[game] && (loading[game] ||= load().catch(fail));
}

onmessage = async (event) => {
  await ready;
  // Searches end with a record, which starts with its game.
  const search = typeof event.data === "string" && /^\d+ (?:choose \d+ \d+|analyse \d+|review \d+|puzzle \S+ \d+|danger \d+|hint) (\w+)\|/.exec(event.data);
  if (search) await network(search[1]);
  answer(event.data, (told) => postMessage(told));
};
