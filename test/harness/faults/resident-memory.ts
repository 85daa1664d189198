import { readFileSync } from 'node:fs'

const INTERVAL_MS = 250

/** Megabytes that the process holds in memory now; 0 when there is none. */
export function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** The most memory of any of the processes, measured as often as possible. */
export function watchMemory(pids: () => readonly number[]): { stop(): number } {
  let most = 0
  const look = () => {
    for (const pid of pids()) most = Math.max(most, residentMegabytes(pid))
  }
  const timer = setInterval(look, INTERVAL_MS)
  look()
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}
