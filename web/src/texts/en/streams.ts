export const streams = {}
