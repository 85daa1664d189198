/** The document as it is committed and served: in the order of the declarations, so that a change is a small diff. */
export const documentText = (document: object) => `${JSON.stringify(document, null, 2)}\n`
