// Wood, stone and glass, made on the spot: no files. Silent until the visitor has touched the
// page (browsers ask for that) and when sound is off.

import { settings } from './settings.svelte';
import type { Material } from './wire';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A tone that dies away. */
function ring(at: AudioContext, frequency: number, gain: number, seconds: number, delay = 0): void {
  const start = at.currentTime + delay;
  const tone = at.createOscillator();
  const volume = at.createGain();
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.92, start + seconds);
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(at.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

/** A short burst of noise around a frequency: the touch of two bodies. */
function touch(at: AudioContext, frequency: number, gain: number, seconds: number): void {
  const length = Math.max(1, Math.floor(at.sampleRate * seconds));
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
  const noise = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const volume = at.createGain();
  noise.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = 1.2;
  volume.gain.value = gain;
  noise.connect(filter).connect(volume).connect(at.destination);
  noise.start();
}

/** A piece is put down on a board. */
export function knock(material: Material, strength = 1): void {
  const at = audio();
  if (!at) return;
  const vary = 0.96 + Math.random() * 0.08;
  switch (material) {
    case 'pale-wood':
      touch(at, 1100 * vary, 0.35 * strength, 0.05);
      ring(at, 240 * vary, 0.22 * strength, 0.09);
      ring(at, 520 * vary, 0.08 * strength, 0.06);
      return;
    case 'wooden-tray':
      touch(at, 2600 * vary, 0.3 * strength, 0.03);
      ring(at, 1250 * vary, 0.06 * strength, 0.06);
      ring(at, 330 * vary, 0.1 * strength, 0.07);
      return;
    case 'dark-hollows':
      touch(at, 4200 * vary, 0.18 * strength, 0.02);
      ring(at, 2350 * vary, 0.07 * strength, 0.13);
      ring(at, 3720 * vary, 0.03 * strength, 0.1);
      return;
  }
}

/** A clock under ten seconds. */
export function tick(): void {
  const at = audio();
  if (at) touch(at, 1800, 0.12, 0.02);
}

/** The game is over, or it is the visitor's turn in another window. */
export function chime(): void {
  const at = audio();
  if (!at) return;
  ring(at, 660, 0.07, 0.5);
  ring(at, 990, 0.045, 0.6, 0.11);
}
