const PREFIX = 'mail-'

/** How a fax that came by mail names its origin: the same for the same mail. */
export const mailOrigin = (hash: string) => `${PREFIX}${hash}`

export const isFromMail = ({ origin_id: origin }: { readonly origin_id: string | null }) =>
  origin?.startsWith(PREFIX) ?? false
