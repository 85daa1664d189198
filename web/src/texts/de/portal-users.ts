import type { PortalTexts } from '../portal-texts.ts'

export const users: PortalTexts['users'] = {}
