// Runs before the first paint, so that a saved dark page never flashes white.
(function () {
  try {
    var root = document.documentElement;
    var theme = localStorage.getItem('sandtable.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('sandtable.motion') === 'reduced') root.dataset.motion = 'reduced';
  } catch (_) {
    // Without storage the page follows the system.
  }
})();
