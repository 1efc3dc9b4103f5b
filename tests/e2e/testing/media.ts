import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';

/** A file for Playwright's file inputs. */
export interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Draws a single-color PNG in the browser. */
export async function drawPng(page: Page, name: string, color: string): Promise<FilePayload> {
  const dataUrl = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 });
    const brush = canvas.getContext('2d')!;
    brush.fillStyle = fill;
    brush.fillRect(0, 0, 120, 80);
    return canvas.toDataURL('image/png');
  }, color);
  return { name, mimeType: 'image/png', buffer: Buffer.from(dataUrl.split(',')[1]!, 'base64') };
}

/** Returns the highest value of any channel in a PNG, from 0 to 255. */
export const brightestValueIn = (png: Buffer): number =>
  PNG.sync.read(png).data.reduce((highest, value, index) => (index % 4 < 3 && value > highest ? value : highest), 0);

/** Draws a JPEG of noise over a gradient, which is as large and compresses as a camera's photo. */
export async function drawPhoto(page: Page, name: string, width = 2000, height = 1000): Promise<FilePayload> {
  const dataUrl = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const brush = canvas.getContext('2d')!;
      const gradient = brush.createLinearGradient(0, 0, w!, h!);
      ['#f6d365', '#4b79a1', '#283e51'].forEach((color, index) => gradient.addColorStop(index / 2, color));
      brush.fillStyle = gradient;
      brush.fillRect(0, 0, w!, h!);
      for (let spot = 0; spot < 4_000; spot += 1) {
        brush.fillStyle = `hsl(${spot % 360} 40% 50% / 20%)`;
        brush.fillRect((spot * 7919) % w!, (spot * 104_729) % h!, 40, 30);
      }
      return canvas.toDataURL('image/jpeg', 0.92);
    },
    [width, height],
  );
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(dataUrl.split(',')[1]!, 'base64') };
}

/** Records a short WebM video in the browser. */
export async function recordVideo(page: Page, name: string): Promise<FilePayload> {
  const dataUrl = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 });
    const brush = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start(50);
    // On a busy machine the recorder misses the first frames, so continue until it has produced data.
    for (let frame = 0; frame < 12 || chunks.length === 0; frame += 1) {
      brush.fillStyle = `hsl(${frame * 20} 60% 40%)`;
      brush.fillRect(0, 0, 160, 90);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    const reader = new FileReader();
    reader.readAsDataURL(new Blob(chunks, { type: 'video/webm' }));
    await new Promise((resolve) => (reader.onload = resolve));
    return reader.result as string;
  });
  return { name, mimeType: 'video/webm', buffer: Buffer.from(dataUrl.split(',')[1]!, 'base64') };
}

/** Creates a sparse file of any size, which takes no disk space. The browser derives its type from the extension. */
export function sparseFile(name: string, bytes: number): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'dripline-sparse-')), name);
  writeFileSync(file, '');
  truncateSync(file, bytes);
  return file;
}
