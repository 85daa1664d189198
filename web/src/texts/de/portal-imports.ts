import type { PortalTexts } from '../portal-texts.ts'

export const imports: PortalTexts['imports'] = {}
