/** The page around the reference. `href` writes our paths as the client has to. */
export function docsPage(href: (path: string) => string): string {
  return `<!doctype html>
<html lang="en" data-base="${href('')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${href('/api/docs/reference.css')}">
<script type="module" src="${href('/api/docs/reference.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the operations</a>
<header>
<a class="name" href="${href('/')}">Lectern API</a>
<input id="search" type="search" placeholder="Search operations ( / )" aria-label="Search operations" autocomplete="off">
<input id="key" type="password" placeholder="API key to try with" aria-label="API key to try with" autocomplete="off">
</header>
<div class="columns">
<nav aria-label="Groups"></nav>
<main id="content" tabindex="-1">
<h1>Lectern API</h1>
<p>Everything the web interface does, and more. Open an operation to see its fields and examples, copy it as a command, or send it to this server.</p>
<p>Make a key under <em>Settings</em>, <em>API keys</em>, and paste it above. It stays in this page and is gone when you close it. Without a key, requests are sent as whoever is signed in here.</p>
<p><a href="${href('/help/api/keys.html')}">Keys and recipes</a> · <a href="${href('/help/api/conventions.html')}">Conventions: paging, sorting, conditions, errors, limits, events</a> · <a href="${href('/api/v1/openapi.json')}">OpenAPI document</a></p>
<p id="count" role="status"></p>
<noscript>This page needs JavaScript. The document itself: <a href="${href('/api/v1/openapi.json')}">openapi.json</a></noscript>
</main>
</div>
</body>
</html>
`
}
