/** What becomes of a message to somebody who wants none. */
export const optedOutError = (number: string) => ({
  status: 'failed' as const,
  error_code: 'opted_out',
  error_message: `${number} has opted out of texts`,
})
