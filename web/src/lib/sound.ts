// Sounds made on the spot, from what themes say of them: no files. Silent until the visitor has touched the
// page (browsers ask for that) and when sound is off.

import { settings } from './settings.svelte';
import type { Sound } from './wire';

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

/** A piece is put down, with this strength from 0 to 1. */
export function knock(sounds: Sound[], strength = 1): void {
  const at = audio();
  if (!at) return;
  const vary = 0.96 + Math.random() * 0.08;
  for (const { kind, frequency, gain, seconds } of sounds) {
    const make = kind === 'touch' ? touch : ring;
    make(at, frequency * vary, gain * strength, seconds);
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
