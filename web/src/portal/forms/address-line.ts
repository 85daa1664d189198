import type { Address } from '@switchboard/client/telephony'

/** The parts of an address that are filled in, in one line. */
export function addressLine({
  street,
  address2,
  zip,
  city,
  state,
  country,
}: Omit<Address, 'number'>): string {
  const first = [street.number, street.name, street.type].filter(Boolean).join(' ')
  const place = [zip, city].filter(Boolean).join(' ')
  return [first, address2, place, state, country].filter(Boolean).join(', ')
}
