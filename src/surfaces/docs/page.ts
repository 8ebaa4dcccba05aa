/** The page around the reference. `href` writes our paths as the client has to. */
export function docsPage(href: (path: string) => string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<script type="module" src="${href('/api/docs/rapidoc.js')}"></script>
</head>
<body>
<rapi-doc
  spec-url="${href('/api/v1/openapi.json')}"
  server-url="${href('')}/"
  render-style="focused"
  theme="light"
  primary-color="#8a4b2a"
  load-fonts="false"
  regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace"
  show-header="false"
  allow-spec-file-load="false"
  allow-spec-url-load="false"
  allow-spec-file-download="true"
  schema-description-expanded="true"
  persist-auth="false"
>
</rapi-doc>
<noscript>This page needs JavaScript. The document itself: <a href="${href('/api/v1/openapi.json')}">openapi.json</a></noscript>
</body>
</html>
`
}
