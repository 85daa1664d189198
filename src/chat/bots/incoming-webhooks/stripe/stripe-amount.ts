// Stripe uses the smallest unit of a currency; these have no decimals, or three. Its list differs from ISO 4217: for
// ISK and UGX it uses hundredths that do not exist.
const zeroDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

/** `1,234.50 EUR` */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toLowerCase()
  const decimals = zeroDecimals.has(code) ? 0 : threeDecimals.has(code) ? 3 : 2
  const number = (amount / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${number} ${code.slice(0, 3).toUpperCase()}`
}
