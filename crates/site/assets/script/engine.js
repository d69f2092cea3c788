// Web worker: forwards messages to the wasm engine (crates/worker).
import init, { answer } from "ENGINE_SCRIPT";
const ready = init({ module_or_path: "ENGINE_WASM" });
onmessage = async (event) => {
  await ready;
  answer(event.data, (told) => postMessage(told));
};
