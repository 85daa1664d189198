import type { PortalTexts } from '../portal-texts.ts'

export const webhooks: PortalTexts['webhooks'] = {}
