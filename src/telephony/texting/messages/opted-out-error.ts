/** The status of a message to a number that has opted out. */
export const optedOutError = (number: string) => ({
  status: 'failed' as const,
  error_code: 'opted_out',
  error_message: `${number} has opted out of texts`,
})
