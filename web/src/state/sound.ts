/** A short knock of wood, made on the spot: a low tone and a breath of noise that die away at once. */

let audio: AudioContext | null = null;

const TONE = { from: 240, to: 150, seconds: 0.11, loud: 0.3 };
const NOISE = { pitch: 1900, seconds: 0.035, loud: 0.22 };

/** What comes is as loud as said and fades within the seconds. */
function fading(context: AudioContext, loud: number, seconds: number): GainNode {
  const gain = new GainNode(context, { gain: loud });
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
  gain.connect(context.destination);
  return gain;
}

function tone(context: AudioContext): void {
  const { from, to, seconds, loud } = TONE;
  const now = context.currentTime;
  const voice = new OscillatorNode(context, { type: "sine", frequency: from });
  voice.frequency.exponentialRampToValueAtTime(to, now + seconds);
  voice.connect(fading(context, loud, seconds));
  voice.start(now);
  voice.stop(now + seconds);
}

function noise(context: AudioContext): void {
  const { pitch, seconds, loud } = NOISE;
  const buffer = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
  buffer.getChannelData(0).forEach((_, index, data) => {
    data[index] = Math.random() * 2 - 1;
  });
  const breath = new AudioBufferSourceNode(context, { buffer });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.4 });
  breath.connect(wood).connect(fading(context, loud, seconds));
  breath.start();
}

export function knock(): void {
  if (!("AudioContext" in globalThis)) return;
  audio ??= new AudioContext();
  const context = audio;
  // A browser that has not been touched yet stays silent.
  void context.resume().then(() => {
    tone(context);
    noise(context);
  });
}
