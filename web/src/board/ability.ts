import type { Quality } from "./assets";

/** How well this machine draws: not at all, by the processor alone, or with a graphics card. */
export function ability(): Quality | null {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return null;
  const card = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(card?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? "plain" : "fine";
}
