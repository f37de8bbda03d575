/** An invented page with what many pages have: its details are like theirs. */
export const newsPage = `<!DOCTYPE html>
<html lang="en-US">
<head>
<meta charset="UTF-8" />
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta name="viewport" content="width=device-width, initial-scale=1.0, maximum-scale=1.0, user-scalable=no">
<title>Town council approves new bridge over the river | Harbour News</title>
<meta name="description" content="The council has voted for a new bridge over the river, and work on it is expected to begin in the autumn." />
<meta name="robots" content="index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1" />
<link rel="canonical" href="https://www.example.com/news/2026/05/town-council-approves-new-bridge/" />
<link rel="alternate" type="application/rss+xml" title="Harbour News &raquo; Feed" href="https://www.example.com/feed/" />
<meta property="og:locale" content="en_US" />
<meta property="og:type" content="article" />
<meta property="og:title" content="Town council approves new bridge over the river" />
<meta property="og:description" content="The council has voted for a new bridge over the river." />
<meta property="og:url" content="https://www.example.com/news/2026/05/town-council-approves-new-bridge/" />
<meta property="og:site_name" content="Harbour News" />
<meta property="og:image" content="https://www.example.com/wp-content/uploads/2026/05/bridge-1200x630.jpg" />
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:site" content="@harbournews" />
<link rel="dns-prefetch" href="//www.googletagmanager.com" />
<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>
<link rel="shortcut icon" type="image/x-icon" href="/favicon.ico" />
<link rel="apple-touch-icon" sizes="180x180" href="/apple-touch-icon.png">
<link rel="stylesheet" id="theme-style-css" href="https://www.example.com/wp-content/themes/harbour/style.css?ver=6.2" type="text/css" media="all" />
<link rel="stylesheet" type="text/css" href="/assets/css/bootstrap.min.css" />
<link href="https://fonts.googleapis.com/css?family=Open+Sans:400,700" rel="stylesheet">
<script type="text/javascript" src="https://ajax.googleapis.com/ajax/libs/jquery/3.6.0/jquery.min.js"></script>
<script type="text/javascript" src="https://www.example.com/wp-includes/js/jquery/jquery-migrate.min.js?ver=3.4.0" id="jquery-migrate-js"></script>
<script src="/assets/js/main.js?v=20260501"></script>
<script async src="https://www.googletagmanager.com/gtag/js?id=G-0000000000"></script>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"NewsArticle","headline":"Town council approves new bridge","datePublished":"2026-05-11T08:00:00+00:00","author":{"@type":"Person","name":"Ann Reed"},"publisher":{"@type":"Organization","name":"Harbour News","logo":{"@type":"ImageObject","url":"https://www.example.com/logo.png"}}},{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"News","item":"https://www.example.com/news/"},{"@type":"ListItem","position":2,"name":"Town"}]},{"@type":"WebSite","url":"https://www.example.com/","potentialAction":{"@type":"SearchAction","target":"https://www.example.com/?s={search_term_string}"}}]}</script>
<style type="text/css">img.emoji { display: inline !important; border: none !important; }</style>
</head>
<body class="post-template-default single single-post" style="margin:0">
<div id="page" class="site">
<header id="header" class="site-header" role="banner">
<a href="https://www.example.com/" title="Harbour News"><img src="https://www.example.com/wp-content/uploads/2020/01/logo.png" class="custom-logo"></a>
<a class="menu-toggle" href="javascript:void(0)"><i class="fa fa-bars"></i></a>
<ul id="menu" class="nav navbar-nav"><li><a href="/">Home</a></li><li><a href="/news/">News</a></li><li><a href="/sport/">Sport</a></li><li><a href="/contact/">Contact</a></li><li><a href="#">More</a></li></ul>
<form role="search" method="get" class="search-form" action="http://www.example.com/"><input type="text" name="s" placeholder="Search"></form>
</header>
<main id="content">
<h1 class="entry-title">Town council approves new bridge over the river</h1>
<div class="post-meta"><a href="https://www.example.com/author/ann-reed/" rel="author">Ann Reed</a> <time datetime="2026-05-11">May 11, 2026</time></div>
<img width="1024" height="576" src="https://www.example.com/wp-content/uploads/2026/05/bridge-1024x576.jpg" class="attachment-large size-large wp-post-image" alt="">
<p>The council of the town voted on Monday for a new bridge over the river. It is to carry pedestrians, bicycles and a tram, and it will replace the old bridge, which has been closed to traffic since the flood of last year.</p>
<p>Work is expected to begin in the autumn. The mayor said that the plan had been discussed with residents for more than two years, and that most of their suggestions were part of it now. Opponents of the plan say that it costs too much and that the river should be crossed by a tunnel.</p>
<h3>What happens next</h3>
<p>The plan goes to the region, which has to approve it before the end of the year. <a href="https://www.example.com/news/2026/05/plan.pdf">Read more</a> or <a href="https://www.example.com/news/2026/04/flood/">click here</a>. The <a href="http://www.example.org/" target="_blank">engineers</a> have published their drawings.</p>
<img src="/images/banner_300x250.gif" border="0">
<img src="https://www.example.com/wp-content/uploads/2026/05/map.png" alt="map.png" loading="lazy">
<img src="https://cdn.example.net/images/thumb1.jpg"><img src="https://cdn.example.net/images/thumb2.jpg"><img src="https://cdn.example.net/images/thumb3.jpg">
<div class="share"><a href="https://www.facebook.com/sharer/sharer.php?u=https://www.example.com/" target="_blank"><i class="fa fa-facebook"></i></a> <a href="https://twitter.com/intent/tweet?url=https://www.example.com/" target="_blank"><i class="fa fa-twitter"></i></a></div>
<iframe src="https://www.youtube.com/embed/abcdefghijk" width="560" height="315" frameborder="0" allowfullscreen></iframe>
<div id="comments"></div><div id="comments" class="widget"><center><font size="2">Advertisement</font></center></div>
</main>
<aside id="sidebar"><h4 class="widget-title">Latest news</h4><ul><li><a href="https://www.example.com/news/2026/05/market/">The market moves to the square</a></li><li><a href="https://www.example.com/news/2026/05/school/">A new school for the harbour</a></li></ul><h2></h2></aside>
<footer id="footer" class="site-footer"><p>&copy; 2026 Harbour News. <a href="/privacy-policy/">Privacy Policy</a> <a href="mailto:info@example.com">info@example.com</a></p>
<a href="https://www.facebook.com/harbournews" target="_blank">Facebook</a> <a href="https://twitter.com/harbournews" target="_blank">Twitter</a></footer>
</div>
<script type="text/javascript" src="https://www.example.com/wp-content/themes/harbour/js/scripts.js?ver=6.2"></script>
</body>
</html>
`;
