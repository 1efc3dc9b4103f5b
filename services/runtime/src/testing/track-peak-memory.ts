import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Returns a function that reports by how many bytes the peak memory of a process has grown since the call. Always 0
 * except on Linux.
 */
export function trackPeakMemory(pid: number): () => number {
  if (process.platform !== 'linux') return () => 0;
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
  // Resets the peak that startup reached.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = peak();
  return () => peak() - before;
}
