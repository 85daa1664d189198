/** Lines on the terminal: which benchmark runs, what it does, and about how long the rest takes. */
let began = performance.now()
let expected = 0

/** `seconds` is how long this and the remaining benchmarks take. */
export function beginBenchmark(title: string, seconds: number): void {
  expected = seconds
  began = performance.now()
  say(`\n# ${title}`)
}

/** What is being done now. */
export function step(text: string): void {
  const elapsed = (performance.now() - began) / 1000
  say(`  ${clock(elapsed)} ${text} (about ${clock(expected - elapsed)} to go)`)
}

export const say = (text: string) => console.log(text)

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}
