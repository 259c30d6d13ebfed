# A window with Qt's web view (Chromium 94), driven through the port in QTWEBENGINE_REMOTE_DEBUGGING.
import sys

from PyQt6.QtCore import QUrl
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication

app = QApplication(sys.argv)
view = QWebEngineView()
view.resize(360, 740)
view.setUrl(QUrl("about:blank"))
view.show()
sys.exit(app.exec())
