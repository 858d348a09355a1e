# The scripts and styles of the pages, report and explorer: TypeScript, with Vega and Vega-Lite from npm, bundled by esbuild. Sets
# `report_web`, the folder that they are in, and `report_web_files`.
find_program(KENN_NODE NAMES node nodejs)
find_program(KENN_NPM npm)
if(NOT KENN_NODE OR NOT KENN_NPM)
  message(FATAL_ERROR "Node.js and npm are needed to build the pages of reports: install them, on Debian and Ubuntu with `apt-get install npm`")
endif()

set(report_web ${PROJECT_BINARY_DIR}/web)
set(web_source ${PROJECT_SOURCE_DIR}/src/report/web)
set(omitted "")
if(NOT KENN_BUILD_TESTS)
  set(omitted --omit=dev)  # the compiler that checks types, and the driver of browsers
endif()
file(GLOB_RECURSE web_files CONFIGURE_DEPENDS ${web_source}/*.ts ${web_source}/*.css ${web_source}/bundle.mjs)

# The binary of esbuild is a package of its own, so that no install script has to run.
file(MAKE_DIRECTORY ${report_web})
add_custom_command(OUTPUT ${report_web}/npm.stamp
  COMMAND ${CMAKE_COMMAND} -E copy ${web_source}/package.json ${web_source}/package-lock.json ${report_web}
  COMMAND ${KENN_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error ${omitted}
  COMMAND ${CMAKE_COMMAND} -E touch ${report_web}/npm.stamp
  DEPENDS ${web_source}/package.json ${web_source}/package-lock.json
  WORKING_DIRECTORY ${report_web}
  COMMENT "Getting the packages for reports from npm"
  VERBATIM)
set(report_web_files "")
foreach(page IN ITEMS page explorer)
  list(APPEND report_web_files ${report_web}/${page}.js ${report_web}/${page}.sha256 ${report_web}/${page}.css)
endforeach()
add_custom_command(OUTPUT ${report_web_files} ${report_web}/charts.mjs
  COMMAND ${KENN_NODE} ${web_source}/bundle.mjs ${report_web}/node_modules ${report_web}
  DEPENDS ${report_web}/npm.stamp ${web_files}
  COMMENT "Bundling the scripts of the pages"
  VERBATIM)
