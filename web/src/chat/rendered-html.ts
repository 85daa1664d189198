interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): unknown }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * The only Trusted Types policy that makes HTML, so this is the only place where text becomes HTML. The server rendered
 * the text and escaped user input. The browser rejects assignments of other text.
 */
const policy = trustedTypes?.createPolicy('switchboard', { createHTML: (html) => html })

/** For dangerouslySetInnerHTML, with HTML that the server rendered: messages, descriptions, diffs. */
export function renderedHtml(html: string): { __html: string } {
  return { __html: (policy ? policy.createHTML(html) : html) as string }
}
