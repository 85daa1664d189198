export const faxes = {}
