import type { ViewColumns } from './view-query.ts'

/** Trunks carry faxes. */
export const withT38: ViewColumns = {
  t38_udptl: `'yes'`,
  t38_udptl_ec: `'redundancy'`,
  t38_udptl_nat: `'yes'`,
}

export const withoutT38: ViewColumns = {
  t38_udptl: `'no'`,
  t38_udptl_ec: `'none'`,
  t38_udptl_nat: `'no'`,
}
