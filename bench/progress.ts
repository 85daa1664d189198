const isTerminal = process.stdout.isTTY === true
const SHORTEST_LINE = 40

let began = performance.now()
let expected = 0
let whole = ''
let current = ''
let timer: NodeJS.Timeout | undefined

/** From here on, steps belong to this bench; `seconds` is what all that is left is expected to take. */
export function beginBench(title: string, seconds: number): void {
  whole = title
  current = ''
  expected = seconds
  began = performance.now()
  if (isTerminal) timer ??= setInterval(draw, 1000).unref()
  say(`\n# ${title}, about ${clock(seconds)} to go`)
}

/** What is being done now. A line of its own, or one that stays in place where there is a terminal. */
export function step(text: string): void {
  current = text
  if (isTerminal) draw()
  else console.log(`  ${clock(elapsed())} ${text}${left()}`)
}

/** A line that stays. */
export function say(text: string): void {
  clear()
  console.log(text)
}

export function endProgress(): void {
  clear()
  clearInterval(timer)
  timer = undefined
}

/** How far something long has come. */
export function stepOf(text: string, done: number, all: number): void {
  if (isTerminal || done === all) {
    step(`${text}: ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`)
  }
}

const elapsed = () => (performance.now() - began) / 1000

function left(): string {
  const seconds = expected - elapsed()
  return expected === 0 ? '' : seconds > 0 ? ` (about ${clock(seconds)} to go)` : ' (longer than expected)'
}

function draw(): void {
  if (current === '') return
  const line = `${whole}  ${clock(elapsed())}  ${current}${left()}`
  process.stdout.write(`\r\x1b[2K${line.slice(0, Math.max(SHORTEST_LINE, process.stdout.columns - 1))}`)
}

function clear(): void {
  if (isTerminal) process.stdout.write('\r\x1b[2K')
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60)}`
}
